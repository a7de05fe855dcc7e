/** The parts of an OpenAPI 3.1 document that the page uses. */
export interface ApiDocument {
	[key: string]: unknown;
	openapi: string;
	info: { title: string; version: string; description?: string };
	/** Groups of calls, in display order. */
	tags?: { name: string; description?: string }[];
	paths?: Record<string, unknown>;
	components?: { schemas?: Record<string, unknown> };
}

export interface Schema {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	const?: unknown;
	items?: Schema;
	format?: string;
	default?: unknown;
	minLength?: number;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
}

export interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	example?: unknown;
	schema?: Schema;
}

export interface Operation {
	operationId?: string;
	summary?: string;
	description?: string;
	tags?: string[];
	security?: unknown[];
	parameters?: Parameter[];
	requestBody?: { content?: Record<string, { schema?: unknown }> };
	responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1rem}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #8884;padding:.25rem .75rem .25rem 0;vertical-align:top}
pre{overflow:auto;max-height:24rem;font-size:.85rem}section{border-top:2px solid #8884;margin-top:2rem}`;

/** Renders the OpenAPI document as one HTML page without scripts. `nonce` allows the page's styles in the content policy. */
export function renderDocsPage(document: ApiDocument, nonce: string): string {
	const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
		Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ method, path, operation })),
	);
	const tags = (document.tags ?? []).filter(({ name }) => calls.some(({ operation }) => operation.tags?.[0] === name));
	const groups = tags.map(({ name, description = '' }) => {
		const groupCalls = calls.filter(({ operation }) => operation.tags?.[0] === name);
		return `<h2 id="${anchorId(name)}">${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${groupCalls.map((c) => renderSection(c.method, c.path, c.operation)).join('')}`;
	});
	const schemas = Object.entries(document.components?.schemas ?? {}).map(
		([name, schema]) =>
			`<section id="${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></section>`,
	);
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Signalwheel API ${escapeHtml(document.info.version)}</title><style nonce="${nonce}">${STYLE}</style></head><body><main>
<h1>Signalwheel API ${escapeHtml(document.info.version)}</h1><p>${calls.length} calls, as <a href="/api/openapi.json">OpenAPI ${escapeHtml(document.openapi)}</a>.</p>
<p>${escapeHtml(document.info.description ?? '')}</p>
<nav aria-label="Groups">${tags.map(({ name }) => `<a href="#${anchorId(name)}">${escapeHtml(name)}</a>`).join(' · ')}</nav>
${groups.join('')}<h2>Schemas</h2>${schemas.join('')}</main></body></html>`;
}

function escapeHtml(value: unknown): string {
	return String(value).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function renderSection(method: string, path: string, operation: Operation): string {
	const parameters = (operation.parameters ?? []).map(
		(p) =>
			`<tr><td>${escapeHtml(p.name)}</td><td>${escapeHtml(p.in)}${p.required ? ', required' : ''}</td><td>${escapeHtml(p.description ?? '')}<br><small>${escapeHtml(formatType(p.schema))}${formatExample(p)}</small></td></tr>`,
	);
	const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
		([type, { schema }]) => `<h4>Body, ${escapeHtml(type)}</h4>${renderSchema(schema)}`,
	);
	const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
		const schemas = Object.entries(response.content ?? {}).map(([type, { schema }]) => `${escapeHtml(type)} ${renderSchema(schema)}`);
		return `<tr><td>${escapeHtml(status)}</td><td>${escapeHtml(response.description ?? '')}</td><td>${schemas.join('<br>')}</td></tr>`;
	});
	return `<section id="${escapeHtml(operation.operationId ?? path)}"><h3><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary ?? '')}</p>${operation.description ? `<p>${escapeHtml(operation.description)}</p>` : ''}
${parameters.length > 0 ? `<h4>Parameters</h4><table>${parameters.join('')}</table>` : ''}${bodies.join('')}
<h4>Responses</h4><table>${responses.join('')}</table></section>`;
}

function formatType(schema: Schema = {}): string {
	if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
	if (schema.enum) return schema.enum.join(' | ');
	if (schema.items) return `${formatType(schema.items)} []`;
	const range = [schema.minimum, schema.maximum].some((n) => n !== undefined) ? ` ${schema.minimum ?? ''}..${schema.maximum ?? ''}` : '';
	const defaultText = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`;
	return `${schema.format ?? [schema.type ?? 'any'].flat().join(' | ')}${range}${defaultText}`;
}

function formatExample({ example }: Parameter): string {
	return example === undefined ? '' : `; such as <code>${escapeHtml(Array.isArray(example) ? example.join(',') : example)}</code>`;
}

function renderSchema(schema: unknown): string {
	const ref = (schema as Schema | undefined)?.$ref?.split('/').at(-1);
	return ref ? `<a href="#${escapeHtml(ref)}">${escapeHtml(ref)}</a>` : `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}

function anchorId(tag: string): string {
	return `tag-${tag.toLowerCase().replace(/[^a-z]+/g, '-')}`;
}
