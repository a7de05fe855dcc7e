import type { Endpoint } from '@sw/contract/base/define';
import type { InjectOptions } from 'fastify';
import { malformed, Problem } from '../../platform/errors.ts';
import { fieldErrors } from '../validate.ts';
import { validationMessages } from '../validation-messages.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The request for a tool call with these arguments, which the call itself validates. Throws a Problem where they cannot be put into a request. */
export function requestOf(endpoint: Endpoint, args: Arguments): Pick<InjectOptions, 'method' | 'url' | 'payload'> {
	const inPath = new Set(Object.keys(endpoint.params?.shape ?? {}));
	const path = pathOf(endpoint, Object.fromEntries([...inPath].map((name) => [name, args[name]])));
	const fields = Object.entries(args).filter(([name]) => !inPath.has(name));
	if (endpoint.method === 'POST') return { method: 'POST', url: path, payload: Object.fromEntries(fields) };
	const query = new URLSearchParams(fields.flatMap(([name, value]) => textsOf(name, value).map((text): [string, string] => [name, text])));
	return { method: 'GET', url: `${path}?${query}` };
}

/** The path with its parameters, which are validated here: '..' would lead to a different path. */
function pathOf({ path, params }: Endpoint, args: Arguments): string {
	const result = params?.safeParse(args, { reportInput: true, error: validationMessages('params') });
	if (params && result?.error) throw new Problem('malformed', { errors: fieldErrors(params, result.error.issues, 'params') });
	return path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const text = String(args[name]);
		if (/^\.{1,2}$/.test(text)) throw malformed(name, `The parameter ${name} must have a valid form.`);
		return encodeURIComponent(text);
	});
}

/** Values as in a query string: null becomes an empty value. */
function textsOf(name: string, value: unknown): string[] {
	if (value === null) return [''];
	if (Array.isArray(value)) return value.flatMap((one) => textsOf(name, one));
	if (typeof value === 'object') throw malformed(name, `The parameter ${name} must be a text, a number, true or false, or a list of them.`);
	return [String(value)];
}
