"use strict";

const dark = matchMedia("(prefers-color-scheme: dark)");
const show = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", show);
show();

SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  validatorUrl: null,
});
