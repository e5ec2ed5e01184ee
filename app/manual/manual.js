"use strict";

// The search of the manual loads its index when somebody uses it.
const form = document.querySelector("form[role=search]");
const input = document.getElementById("search");
const found = document.getElementById("found");
const MOST_FOUND = 12;
const MOST_SHOWN = 200;
let sections;

async function load() {
  sections ??= fetch("/docs/search.json").then((answer) => answer.json());
  return sections;
}

/** How much a word counts in each part of a section: its title, the words people use for it, its text, its code. */
const WEIGHTS = { title: 10, also: 8, page: 4, text: 2, code: 1 };

/** The sum of the weights of the words; 0 unless every word is there. */
function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const parts = Object.keys(WEIGHTS).filter((part) => section[part].toLowerCase().includes(word));
    if (parts.length === 0) {
      return 0;
    }
    sum += Math.max(...parts.map((part) => WEIGHTS[part]));
  }
  return sum;
}

/** The sentence with most of the words, or else the first one. */
function excerpt(text, words) {
  const sentences = text.match(/.+?[.:?](?= |$)|.+$/g) ?? [""];
  const count = (sentence) => words.filter((word) => sentence.toLowerCase().includes(word)).length;
  const best = sentences.reduce((one, other) => (count(other) > count(one) ? other : one)).trim();
  return best.length > MOST_SHOWN ? best.slice(0, best.lastIndexOf(" ", MOST_SHOWN)) + " …" : best;
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

/** What somebody would type of a block: without prompts, and without the output below a command. */
function typed(block) {
  const lines = block.textContent.trimEnd().split("\n");
  if (!block.classList.contains("console")) {
    return lines.join("\n");
  }
  let isCommand = false;
  const commands = lines.filter((line, place) => {
    isCommand = line.startsWith("$ ") || (isCommand && lines[place - 1].endsWith("\\"));
    return isCommand;
  });
  return commands.map((line) => line.replace(/^\$ /, "")).join("\n");
}

/** Browsers give a page the clipboard only over HTTPS and on the machine itself: elsewhere, select the block. */
async function copy(block, button) {
  try {
    await navigator.clipboard.writeText(typed(block));
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(block);
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

for (const block of document.querySelectorAll("pre.sh, pre.console")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => copy(block, button));
  const frame = document.createElement("div");
  frame.className = "code";
  block.before(frame);
  frame.append(block, button);
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
