export default {
  extends: ["stylelint-config-standard"],
  rules: {
    // The order of rules is the order of the page's parts, which a reader follows more easily than specificity.
    // Safari knows some properties by their prefixed names alone.
    "property-no-vendor-prefix": null,
    "no-descending-specificity": null,
    // A clause's mark is its class: T (text) or I (inferred).
    "selector-class-pattern": "^([TI]|[a-z][a-z0-9]*(-[a-z0-9]+)*)$",
  },
};
