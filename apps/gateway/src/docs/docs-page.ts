/** One page without dependencies: lists the operations of `/docs-json`, and sends one with a key that stays in the tab. */
export const docsPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Privacy Gateway API</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430 }
  details { border: 1px solid #d5dbe3; border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem }
  summary { cursor: pointer } b { display: inline-block; width: 4rem; font-family: monospace }
  textarea, input { width: 100%; box-sizing: border-box; font: 13px monospace; padding: .4rem }
  pre { background: #f4f6f8; padding: .75rem; overflow: auto; border-radius: 4px; white-space: pre-wrap }
</style>
<h1>Privacy Gateway API</h1>
<p>The description of every operation: <a href="/docs-json">/docs-json</a> (OpenAPI 3.1).</p>
<label>API key <input id="key" type="password" autocomplete="off" placeholder="gw_live_1_…"></label>
<main id="operations"></main>
<script>
const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text ?? '' });
const example = (schema, all) => {
  if (schema.$ref) return example(all[schema.$ref.split('/').pop()], all);
  if (schema.example) return schema.example;
  if (schema.type === 'object') {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, example(schema.properties[name], all)]));
  }
  if (schema.type === 'array') return [];
  return schema.type === 'string' ? '' : 0;
};
const add = (method, path, operation, all) => {
  const box = make('details');
  const title = make('summary');
  title.append(make('b', method.toUpperCase()), path + '  ', make('small', operation.summary));
  const target = make('input');
  target.value = path;
  const body = make('textarea');
  body.rows = 6;
  const schema = operation.requestBody?.content['application/json'].schema;
  if (schema) body.value = JSON.stringify(example(schema, all), null, 2);
  const send = make('button', 'Send');
  const answer = make('pre');
  send.onclick = async () => {
    const headers = { accept: 'application/json' };
    const key = document.getElementById('key').value;
    if (key) headers.authorization = 'Bearer ' + key;
    if (schema) headers['content-type'] = 'application/json; charset=utf-8';
    const reply = await fetch(target.value, { method, headers, body: schema ? body.value : undefined });
    const content = await reply.text();
    let shown = content;
    try { shown = JSON.stringify(JSON.parse(content), null, 2); } catch {}
    answer.textContent = reply.status + '\\n' + shown;
  };
  box.append(title, target, ...(schema ? [body] : []), send, answer);
  document.getElementById('operations').append(box);
};
fetch('/docs-json').then((reply) => reply.json()).then(({ paths, components }) => {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) add(method, path, operation, components.schemas);
});
</script>
</html>
`;
