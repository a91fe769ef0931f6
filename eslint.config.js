import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "var/", "static/", "site/", "build/", "**/vendor/"] },
  js.configs.recommended,
  // Comparisons without conversion; no text that is run as code.
  {
    rules: {
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-script-url": "error",
    },
  },
  { files: ["frontend/static/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/**/*.js", "scripts/**/*.js"], languageOptions: { globals: globals.node } },
];
