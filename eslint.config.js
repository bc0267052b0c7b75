// Rules for the scripts of pages: what is recommended, and nothing that could turn data into markup or code.
import js from "@eslint/js";
import globals from "globals";

const property = (name) => ({ property: name, message: "Data reach a page through textContent." });

export default [
  js.configs.recommended,
  {
    files: ["src/seamark/pages/**/*.js"],
    languageOptions: { sourceType: "module", globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-restricted-properties": ["error", ...["innerHTML", "outerHTML", "insertAdjacentHTML", "write"].map(property)],
    },
  },
];
