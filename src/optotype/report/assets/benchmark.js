"use strict";
// Copies a citation. Where the browser does not let us, the text is selected for the reader to copy.

(() => {
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
    const status = document.querySelector("#copied");
    status.textContent = told;
    setTimeout(() => { button.textContent = optotype.say("benchmark.copy"); status.textContent = ""; }, 2500);
  }

  document.addEventListener("click", (event) => { const button = event.target.closest("[data-copy]"); if (button) copy(button); });
  const offer = () => document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
  document.addEventListener("optotype:changed", offer); // citations that came
  offer();
})();
