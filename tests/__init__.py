"""Tests. Each process that tests has a core: libraries that share sums among all cores would get in the way."""

import os

for _limit in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):  # read when numpy or torch is imported
    os.environ.setdefault(_limit, "1")
