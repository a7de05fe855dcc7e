import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const base='http://localhost:4570';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic','--disable-background-networking','--disable-component-update','--disable-sync']});
const pw=readFileSync('/work/main/data/demo-password','utf8').trim();
for (const [name,w,h,scheme] of [['wd',1440,900,'dark'],['nl',390,844,'light']]) {
 const c=await b.newContext({viewport:{width:w,height:h},colorScheme:scheme});
 const p=await c.newPage(); p.setDefaultTimeout(60000);
 p.on('pageerror',e=>console.log('pageerror',e.message)); 
 const r=await c.request.post(base+'/api/auth/login',{data:{email:'pro@demo.test',password:pw},headers:{origin:base}}); console.log(r.status());
 await p.goto(base+'/main?tab=free&view=table&rows=50'); await p.waitForTimeout(4000);
 const accept=p.getByRole('button',{name:'Accept All Cookies'}); if(await accept.isVisible()) await accept.click();
 await p.screenshot({path:`/tmp/pics/z-table-${name}.png`});
 await p.getByRole('button',{name:'Map by industry'}).click(); await p.waitForTimeout(2500); await p.screenshot({path:`/tmp/pics/z-map-${name}.png`});
 await p.keyboard.press('Escape');
 await p.goto(base+'/breadth'); await p.waitForTimeout(4000); await p.screenshot({path:`/tmp/pics/z-breadth-${name}.png`});
 await c.close();
}
await b.close();
