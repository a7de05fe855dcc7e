/** Reads form bodies, which have either one file, kept in memory, or fields only. */
import multipart from '@fastify/multipart';
import type { Endpoint } from '@sw/contract/base/define';
import { isUnknown } from '@sw/contract/base/errors';
import type { FastifyPluginAsync, FastifyRequest, preValidationAsyncHookHandler, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../platform/errors.ts';

const FIELDS = 'application/x-www-form-urlencoded';

export function isForm({ consumes }: Endpoint): boolean {
	return consumes?.includes('multipart/form-data') ?? false;
}

/** Registers a route that accepts forms in a scope of its own, so that all other routes still refuse forms. */
export function acceptForms(route: RouteOptions): FastifyPluginAsync {
	return async (scope) => {
		await scope.register(multipart);
		scope.addContentTypeParser(FIELDS, { parseAs: 'string' }, (_request, text, done) =>
			done(null, byName(new URLSearchParams(String(text)))),
		);
		scope.route(route);
	};
}

/** Fields by name. If several have the same name, the later ones are numbered ('name[2]'), so that none is lost. */
function byName(fields: Iterable<readonly [string, string]>): Record<string, string> {
	// An object without prototype is safe for any field name.
	const found = Object.create(null) as Record<string, string>;
	for (const [name, value] of fields) {
		let free = name;
		for (let n = 2; free in found; n++) free = `${name}[${n}]`;
		found[free] = value;
	}
	return found;
}

const ONE_FILE = 'The form must contain exactly one file.';
const TOO_LARGE = 'The file is too large.';
/** Messages for the parser's error codes. */
const FAULTS: Readonly<Record<string, string>> = {
	FST_REQ_FILE_TOO_LARGE: TOO_LARGE,
	FST_FILES_LIMIT: ONE_FILE,
	FST_FIELDS_LIMIT: ONE_FILE,
	FST_PARTS_LIMIT: ONE_FILE,
};

/** Maximum fields of a form without files. Real forms have far fewer. */
const MOST_FIELDS = 1_000;

/** Reads the form into the body before validation. 400 with the field's name for any other content than what the endpoint declares. */
export function readForm(endpoint: Endpoint): preValidationAsyncHookHandler {
	if (isOfFields(endpoint)) return readFields(endpoint);
	const field = fieldOf(endpoint);
	const largest = endpoint.bodyLimit ?? 0;
	return async (request) => {
		if (!request.isMultipart()) {
			request.body = {};
			return;
		}
		request.body = await partsOf(request, field, largest).catch((error: { code?: string }) => {
			throw error instanceof Problem ? error : unreadable(field, FAULTS[error.code ?? ''] ?? 'The form is malformed.');
		});
	};
}

function unreadable(field: string, message: string): Problem {
	return new Problem('bad_request', { errors: [{ field, message }] });
}

/** Reads the fields of a form in either encoding. Another body counts as a form without fields. */
function readFields(endpoint: Endpoint): preValidationAsyncHookHandler {
	const largest = endpoint.bodyLimit ?? 0;
	return async (request) => {
		if (request.isMultipart())
			request.body = await textFieldsOf(request, largest).catch(() => {
				throw unreadable('body', 'The form is malformed.');
			});
		else if (!String(request.headers['content-type']).toLowerCase().startsWith(FIELDS)) request.body = {};
	};
}

async function textFieldsOf(request: FastifyRequest, largest: number): Promise<Record<string, string>> {
	const fields: [string, string][] = [];
	const limits = { fields: MOST_FIELDS, fieldSize: largest, files: 0, parts: MOST_FIELDS };
	for await (const part of request.parts({ limits })) if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
	return byName(fields);
}

async function partsOf(request: FastifyRequest, field: string, largest: number): Promise<Record<string, File>> {
	const form: Record<string, File> = {};
	for await (const part of request.parts({ limits: { fileSize: largest, files: 1, fields: 1, parts: 2 } })) {
		if (part.fieldname !== field) throw unreadable(part.fieldname, isUnknown(part.fieldname));
		if (part.type !== 'file') throw unreadable(field, ONE_FILE);
		const bytes = await part.toBuffer();
		form[field] = new File([new Uint8Array(bytes)], part.filename, { type: part.mimetype });
	}
	return form;
}

/** Name of the form's file field. */
function fieldOf({ body }: Endpoint): string {
	return Object.keys((body as z.ZodObject | undefined)?.shape ?? {})[0] ?? 'file';
}

/** Whether the form has only fields and no file. */
function isOfFields({ consumes }: Endpoint): boolean {
	return consumes?.includes(FIELDS) ?? false;
}
