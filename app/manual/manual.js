"use strict";

// The search of the manual loads its index when somebody uses it.
const form = document.querySelector("form[role=search]");
const input = document.getElementById("search");
const found = document.getElementById("found");
const MOST_FOUND = 12;
let sections;

async function load() {
  sections ??= fetch("/docs/search.json").then((answer) => answer.json());
  return sections;
}

/** More for words in a title than for words in the text; 0 unless every word is there. */
function score(section, words) {
  const title = (section.title + " " + section.page).toLowerCase();
  const text = section.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inTitle = title.includes(word);
    if (!inTitle && !text.includes(word)) {
      return 0;
    }
    sum += inTitle ? 10 : 1;
  }
  return sum;
}

/** The text around the first of the words. */
function excerpt(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const near = Math.max(0, Math.min(...places, text.length) - 40);
  const start = near === 0 ? 0 : text.indexOf(" ", near) + 1;
  const end = start + 140;
  return (start > 0 ? "… " : "") + text.slice(start, end) + (end < text.length ? "…" : "");
}

function item(section, words) {
  const link = document.createElement("a");
  link.href = section.path;
  const title = document.createElement("b");
  title.textContent = section.title === section.page ? section.page : section.page + ": " + section.title;
  const text = document.createElement("span");
  text.textContent = excerpt(section.text, words);
  link.append(title, text);
  const entry = document.createElement("li");
  entry.append(link);
  return entry;
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  found.hidden = words.length === 0;
  if (found.hidden) {
    return;
  }
  const ranked = (await load())
    .map((section) => ({ section, score: score(section, words) }))
    .filter((each) => each.score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND);
  found.replaceChildren(...ranked.map((each) => item(each.section, words)));
  if (ranked.length === 0) {
    const none = document.createElement("li");
    none.textContent = "Nothing found.";
    found.append(none);
  }
}

// On a wide screen, the list of the sections has room beside the text.
const here = document.querySelector(".here details");
if (here) {
  here.open = matchMedia("(min-width: 78rem)").matches;
}

form.hidden = false;
input.addEventListener("focus", load);
input.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
form.addEventListener("keydown", (event) => {
  const links = [input, ...found.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    found.hidden = true;
    input.focus();
  } else if (step) {
    event.preventDefault();
    links[links.indexOf(document.activeElement) + step]?.focus();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  }
});
document.addEventListener("click", (event) => {
  found.hidden ||= !form.contains(event.target);
});
