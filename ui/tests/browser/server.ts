import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The content security policy of the shell, as a header. */
async function policy(): Promise<string> {
  const config = JSON.parse(await readFile(new URL("../../../tauri.conf.json", import.meta.url), "utf8")) as {
    app: { security: { csp: Record<string, string> } };
  };
  return Object.entries(config.app.security.csp)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
}

/** Serves a folder on a free port, under the shell's policy. */
export async function serve(folder: string): Promise<{ server: Server; address: string }> {
  const headers = { "Content-Security-Policy": await policy() };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://page").pathname);
    // Browsers request it on their own; the shell's window does not.
    if (path === "/favicon.ico") return void response.writeHead(204).end();
    const file = join(folder, path === "/" ? "index.html" : path);
    readFile(file).then(
      (content) =>
        response
          .writeHead(200, { ...headers, "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" })
          .end(content),
      () => response.writeHead(404, headers).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("the server listens on no port");
  return { server, address: `http://127.0.0.1:${at.port}/` };
}
