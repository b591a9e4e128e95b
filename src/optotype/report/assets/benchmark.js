"use strict";
// Copies a citation. Where the browser does not let us, the text is selected for the reader to copy.

(() => {
  const status = document.querySelector("#copied");

  async function copy(button) {
    const text = document.getElementById(button.dataset.copy);
    let done = false;
    try {
      await navigator.clipboard.writeText(text.textContent);
      done = true;
    } catch {
      const range = document.createRange();
      range.selectNodeContents(text);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
    const told = optotype.say(done ? "benchmark.copied" : "benchmark.select");
    button.textContent = told;
    status.textContent = told;
    setTimeout(() => { button.textContent = optotype.say("benchmark.copy"); status.textContent = ""; }, 2500);
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
})();
