"use strict";
// How tags and their values are called: those that every item has are words of the interface, others are as people wrote them.

const TagNames = (() => {
  const { say, word } = optotype;
  const OURS = ["split", "form", "collection", "origin"];

  const tag = (name) => OURS.includes(name) ? say(`tags.tag_${name}`) : name;

  function value(name, value) {
    const plain = value.replaceAll(" ", "_");
    const key = { form: `items.form_${plain}`, origin: `tags.origin_${plain}`, split: `tags.split_${plain}` }[name];
    return key ? word(key, value) : value;
  }

  return { tag, value };
})();
