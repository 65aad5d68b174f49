import { adminList, cached, listedBy } from "./measures.mjs";
import { cores, freePort, startOwn, stopAll, memory } from "./processes.mjs";
import { fill, install, newFolder, removeFolder, signIn, startSite } from "./site.mjs";
const folder = newFolder();
try {
  const first = await startSite(folder);
  const t0 = await install(first.port);
  const { posts } = await fill(first.port, t0, 300);
  await first.stop();
  const site = await startSite(folder);
  const token = await signIn(site.port);
  const load = await startOwn(cores.load, "load.mjs");
  const bare = { ...(await startOwn(cores.server, "bare.mjs")), port: await freePort() };
  await bare.ask({ port: bare.port });
  const bareList = { ...(await startOwn(cores.server, "bare-list.mjs")), port: await freePort() };
  await bareList.ask({ port: bareList.port, folder: site.folder, file: folder + "/broadsheet.db", ...(await listedBy(site, token)) });
  const out = [];
  for (const [n, p] of [["post", posts[3].url], ["home", "/"], ["api", "/api/content/posts"]]) { const r = await cached(load, site, bare, p); out.push(`${n} ${r.ratio.toFixed(3)}`); }
  try { const r = await adminList(load, site, bareList, token); out.push(`admin ${r.ratio.toFixed(3)}`); } catch (e) { out.push(String(e.message).slice(0, 80)); }
  console.log(out.join("  "), "mem", memory(site.pid).toFixed(0));
  await site.stop();
} finally { await stopAll(); removeFolder(folder); }
process.exit(0);
