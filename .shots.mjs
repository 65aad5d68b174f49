// usage: node shots.mjs looks widths schemes pages [fresh]
import { chromium } from "playwright-core";
import { build } from "esbuild";
import fs from "node:fs";
const base="http://localhost:4400";
const [looks,widths,schemes,pages,fresh]=process.argv.slice(2).map(x=>x.split(","));
const pw=/password "(.*?)"/.exec(fs.readFileSync("/tmp/looks-demo.log","utf8"))[1];
const login=await (await fetch(base+"/api/admin/login",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({username:"demo",password:pw})})).json();
const H={authorization:"Bearer "+login.accessToken,"content-type":"application/json"};
const browser=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:["--no-sandbox","--disable-gpu"]});
const paths={home:"/",post:"/archives/how-we-predict-the-tide",pic:"/archives/restoring-the-tern",cat:"/categories/harbour",search:"/search?keyword=tide",journal:"/journals",cjk:"/archives/%E6%B8%AF%E5%8F%A3%E6%9D%A5%E4%BF%A1",photos:"/photos",links:"/links",archive:"/archives",missing:"/nowhere",login:"/login"};
const css=async(look,fonts)=>(await build({bundle:true,minify:true,write:false,external:["/fonts/*"],outdir:"/tmp/x",stdin:{loader:"css",resolveDir:process.cwd(),contents:["app/(site)/tokens.css",`components/site/looks/${look}/tokens.css`,`app/(site)/fonts/${fonts}.css`,"app/(site)/site.css","app/(site)/prose.css",`components/site/looks/${look}/look.css`].map(p=>`@import "./${p}";`).join("\n")}})).outputFiles[0].text;
for(const look of looks) for(const scheme of schemes){
  const r=await (await fetch(base+"/api/admin/options/preview",{method:"POST",headers:H,body:JSON.stringify({site_look:look,site_scheme:scheme,...JSON.parse(process.env.OPTS||"{}")})})).json();
  if(!r.path){console.log(r);process.exit(1)}
  for(const width of widths){
    const page=await browser.newPage({viewport:{width:+width,height:900},colorScheme:scheme});
    if(fresh) await page.route("**/_style/*",async route=>{const [, , f]=/_style\/([a-z]+)-([a-z-]+)-\w+\.css/.exec(route.request().url())??[]; await route.fulfill({contentType:"text/css",headers:{"access-control-allow-origin":"*"},body:await css(look,/_style\/[a-z]+-(.*)-[A-Z0-9]+\.css/.exec(route.request().url())[1])})});
    for(const p of pages){
      await page.goto(base+r.path+(paths[p]??p),{waitUntil:"networkidle"});
      const o=await page.evaluate(()=>document.documentElement.scrollWidth-document.documentElement.clientWidth);
      if(o>0) console.log("OVERFLOW",look,width,p,o);
      await page.screenshot({path:`/tmp/shots/${look}-${p.replace(/\W/g,"")}-${width}-${scheme}.png`,fullPage:true,clip:{x:0,y:0,width:+width,height:Math.min(+(process.env.HMAX||1700),await page.evaluate(()=>document.documentElement.scrollHeight))}});
    }
    await page.close();
  }
}
await browser.close();
