import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "var/", "static/", "site/", "**/vendor/"] },
  js.configs.recommended,
  { files: ["frontend/static/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/**/*.js", "scripts/**/*.js"], languageOptions: { globals: globals.node } },
];
