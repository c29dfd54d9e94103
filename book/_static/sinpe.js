// What scrolls sideways must be within reach of the keyboard. The theme sees to code and tables when the page has
// loaded, but not to formulas, nor to what stands in a closed box until it is opened.
function letTheKeyboardScroll() {
  for (const box of document.querySelectorAll("mjx-container, .bd-article pre")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
addEventListener("load", letTheKeyboardScroll);
addEventListener("resize", letTheKeyboardScroll);
document.addEventListener("toggle", letTheKeyboardScroll, true);

// Buttons of the theme drop the focus when they are pressed: by keyboard one would be back at the top of the page.
addEventListener("load", () => {
  for (const button of document.querySelectorAll("button")) {
    button.blur = () => {
      if (!button.matches(":focus-visible")) HTMLElement.prototype.blur.call(button);
    };
  }
});

// Paper is white: in dark mode the theme would print light letters on it.
let screenTheme;
addEventListener("beforeprint", () => {
  screenTheme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = screenTheme;
});
