// `node types.js FOLDER`: prints the TypeScript types of the JSON Schemas in this folder, all that one names once.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { compile } from "json-schema-to-typescript";

const folder = resolve(process.argv[2]);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const documents = Object.fromEntries(files.map((name) => [name, { $ref: name }]));
const all = { title: "Documents", type: "object", properties: documents, additionalProperties: false };
const bannerComment = "// Made of the JSON Schemas by `make types`; not to be changed by hand.";
const style = { printWidth: 120 };
process.stdout.write(
  await compile(all, "Documents", { cwd: join(folder, "/"), bannerComment, style, strictIndexSignatures: true }),
);
