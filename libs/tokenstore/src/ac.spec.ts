import { Automaton } from './aho-corasick';
it('x',()=>{
  const pats=Array.from({length:80},(_,k)=>'154'+String(12345678+k*7919)).concat(['姚胜琨','蔡']);
  const a:any=new Automaton(pats);
  const text='客户姚胜琨，手机15412345678，请在系统中登记处理结果'.repeat(60);
  const codes=Uint16Array.from(text,(c)=>c.charCodeAt(0));
  let probes=0,calls=0; const slot=a.slot.bind(a); const edges=a.edges;
  for(let i=0;i<codes.length;i++){calls++; let s=slot(0,codes[i]!); while(edges[s*3+2]!==0 && !(edges[s*3]===0&&edges[s*3+1]===codes[i])){s=(s+1)&a.mask;probes++;}}
  console.log(codes.length, 'probes', probes/calls, 'nodes', a.nodes, 'cap', a.mask+1);
  for(let k=0;k<200;k++) a.longestStarting(codes,codes.length);
  let t=performance.now(); for(let k=0;k<500;k++) a.longestStarting(codes,codes.length); console.log('scan µs',(performance.now()-t)*2);
  t=performance.now(); for(let k=0;k<500;k++) new Automaton(pats); console.log('build µs',(performance.now()-t)*2);
});
