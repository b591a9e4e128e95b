"""Names of files: none is like another, and none leads astray."""

from optotype.files.naming import slug


def test_names_make_files_that_differ_even_if_they_look_alike() -> None:
    names = ["endpoint/a", "endpoint-a", "endpoint/a/", "../../etc/passwd", "модель/ёж", "x" * 500, "\ud800", ""]
    slugs = [slug(name) for name in names]
    assert len(set(slugs)) == len(names)
    assert all("/" not in made and not made.startswith(".") and len(made) < 80 for made in slugs)
