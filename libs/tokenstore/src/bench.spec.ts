import { decided, tokenstoreFixture } from './tokenstore.fixture';
import { restoreWithMap } from './restore-with-map';
const T='t1';
const P='客户«PERSON:张伟明»，手机«CN_MOBILE:138-1234-5678»，身份证«CN_ID_CARD:11010519491231002X»，卡号«CN_BANK_CARD:6217 0000 1234 5678 907»，邮箱«EMAIL_ADDRESS:zhang@example.cn»。«PERSON/surname:王»总要求本周内回电，请在系统中登记处理结果并抄送售后部门，行李总重二十公斤，谢谢配合工作安排。';
it('speed', async () => {
  const { tokenizer } = tokenstoreFixture();
  let m=''; let i=0;
  while (decided(m).text.length < 1600) { m += P.replace('13812345678'.slice(-4), String(5000+i)).replace('5678»',`${5000+i}»`).replace('zhang@', `zhang${i}@`).replace('张伟明', ['张伟明','王小红','刘建国','陈思远','杨丽'][i%5]!); i++; }
  const t = decided(m); console.log(t.text.length, Buffer.byteLength(t.text), t.spans.length);
  for (let k=0;k<200;k++) await tokenizer.tokenize(T,[t]);
  const { texts, map } = await tokenizer.tokenize(T,[t]);
  let s=performance.now(); for (let k=0;k<500;k++) await tokenizer.tokenize(T,[t]); console.log('tokenize µs', (performance.now()-s)*2);
  s=performance.now(); for (let k=0;k<500;k++) map.restore(texts[0]!); console.log('restore µs', (performance.now()-s)*2);
  const j=JSON.stringify(texts);
  s=performance.now(); for (let k=0;k<500;k++) map.findLeak(j); console.log('leak µs', (performance.now()-s)*2);
  // big
  for (const n of [200]) {
    let big=''; for (let k=0;k<n;k++) big += `客户«PERSON:张伟${String.fromCharCode(0x4e00+k)}»电话«CN_MOBILE:138${String(10000000+k*37)}»，`;
    const d=decided(big); const f=tokenstoreFixture();
    s=performance.now(); let r; try { r = await f.tokenizer.tokenize(T,[d]); } catch (e) { console.log(n, 'conflict'); continue; } const cold=performance.now()-s;
    s=performance.now(); r=await f.tokenizer.tokenize(T,[d]); console.log(n, d.text.length,'cold ms',cold,'warm ms',performance.now()-s);
    s=performance.now(); const rr=r.map.restore(r.texts[0]!); console.log('restore ms', performance.now()-s, rr.text===d.text);
    s=performance.now(); const q=restoreWithMap(r.texts[0]!, r.map.surrogates()); console.log('withmap ms', performance.now()-s, q.text===d.text, q.restored);
  }
  for (const n of [] as number[]) { const keys=Object.fromEntries(Array.from({length:n},(_,k)=>['a'.repeat(k+1),'x'])); const text='a'.repeat(n*20)+'啊'; s=performance.now(); restoreWithMap(text, keys); console.log('nested a', n, performance.now()-s);
   const k2=Object.fromEntries(Array.from({length:n},(_,k)=>['啊'.repeat(k+1),'x'])); s=performance.now(); restoreWithMap('啊'.repeat(n*20), k2); console.log('nested han', n, performance.now()-s);
   s=performance.now(); restoreWithMap('1 '.repeat(n*20), Object.fromEntries(Array.from({length:n},(_,k)=>['1-'.repeat(k+1),'x']))); console.log('nested 1-', n, performance.now()-s);
   s=performance.now(); restoreWithMap('http://'.repeat(n*20)+'"https://'.repeat(n*20), {'12345678':'9'}); console.log('urls', n, performance.now()-s);
   s=performance.now(); map.restore('http://'.repeat(n*20)+'"https://'.repeat(n*20)); console.log('urls map', n, performance.now()-s);
   s=performance.now(); map.restore('11*'.repeat(n*20)+'%E6'.repeat(n*20)+'\\'.repeat(n*20)+' '.repeat(n*20)+'1 '.repeat(n*20)); console.log('noise map', n, performance.now()-s);
  }
}, 120000);
