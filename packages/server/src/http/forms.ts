/** Reads form bodies, which have either one file, kept in memory, or fields only. */
import multipart from '@fastify/multipart';
import type { Endpoint } from '@sw/contract/base/define';
import { unknownParameterMessage } from '@sw/contract/base/errors';
import type { FastifyPluginAsync, FastifyRequest, preValidationAsyncHookHandler, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../platform/errors.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';

export function isForm({ consumes }: Endpoint): boolean {
	return consumes?.includes('multipart/form-data') ?? false;
}

/** Registers a route that accepts forms in a separate scope, so that all other routes still refuse forms. */
export function acceptForms(route: RouteOptions): FastifyPluginAsync {
	return async (scope) => {
		await scope.register(multipart);
		scope.addContentTypeParser(URL_ENCODED, { parseAs: 'string' }, (_request, text, done) =>
			done(null, fieldsByName(new URLSearchParams(String(text)))),
		);
		scope.route(route);
	};
}

/** Returns the fields by name. Later fields with the same name are numbered ('name[2]'), so that none is lost. */
function fieldsByName(fields: Iterable<readonly [string, string]>): Record<string, string> {
	// An object without prototype is safe for any field name.
	const result = Object.create(null) as Record<string, string>;
	for (const [name, value] of fields) {
		let freeName = name;
		for (let n = 2; freeName in result; n++) freeName = `${name}[${n}]`;
		result[freeName] = value;
	}
	return result;
}

const ONE_FILE = 'The form must contain exactly one file.';
const TOO_LARGE = 'The file is too large.';
/** Messages for the parser's error codes. */
const PARSER_ERRORS: Readonly<Record<string, string>> = {
	FST_REQ_FILE_TOO_LARGE: TOO_LARGE,
	FST_FILES_LIMIT: ONE_FILE,
	FST_FIELDS_LIMIT: ONE_FILE,
	FST_PARTS_LIMIT: ONE_FILE,
};

/** Maximum fields of a form without files. Real forms have far fewer. */
const MAX_FIELDS = 1_000;

/** Reads the form into the body before validation. 400 with the field's name for content that the endpoint doesn't declare. */
export function readForm(endpoint: Endpoint): preValidationAsyncHookHandler {
	if (hasOnlyFields(endpoint)) return readFields(endpoint);
	const field = fileFieldOf(endpoint);
	const maxBytes = endpoint.bodyLimit ?? 0;
	return async (request) => {
		if (!request.isMultipart()) {
			request.body = {};
			return;
		}
		request.body = await readFile(request, field, maxBytes).catch((error: { code?: string }) => {
			throw error instanceof Problem ? error : fieldProblem(field, PARSER_ERRORS[error.code ?? ''] ?? 'The form is malformed.');
		});
	};
}

function fieldProblem(field: string, message: string): Problem {
	return new Problem('bad_request', { errors: [{ field, message }] });
}

/** Reads the fields of a form in either encoding. Another body counts as a form without fields. */
function readFields(endpoint: Endpoint): preValidationAsyncHookHandler {
	const maxBytes = endpoint.bodyLimit ?? 0;
	return async (request) => {
		if (request.isMultipart())
			request.body = await readTextFields(request, maxBytes).catch(() => {
				throw fieldProblem('body', 'The form is malformed.');
			});
		else if (!String(request.headers['content-type']).toLowerCase().startsWith(URL_ENCODED)) request.body = {};
	};
}

async function readTextFields(request: FastifyRequest, maxBytes: number): Promise<Record<string, string>> {
	const fields: [string, string][] = [];
	const limits = { fields: MAX_FIELDS, fieldSize: maxBytes, files: 0, parts: MAX_FIELDS };
	for await (const part of request.parts({ limits })) if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
	return fieldsByName(fields);
}

async function readFile(request: FastifyRequest, field: string, maxBytes: number): Promise<Record<string, File>> {
	const form: Record<string, File> = {};
	for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 1, parts: 2 } })) {
		if (part.fieldname !== field) throw fieldProblem(part.fieldname, unknownParameterMessage(part.fieldname));
		if (part.type !== 'file') throw fieldProblem(field, ONE_FILE);
		const bytes = await part.toBuffer();
		form[field] = new File([new Uint8Array(bytes)], part.filename, { type: part.mimetype });
	}
	return form;
}

/** Returns the name of the form's file field. */
function fileFieldOf({ body }: Endpoint): string {
	return Object.keys((body as z.ZodObject | undefined)?.shape ?? {})[0] ?? 'file';
}

/** Whether the form has only fields and no file. */
function hasOnlyFields({ consumes }: Endpoint): boolean {
	return consumes?.includes(URL_ENCODED) ?? false;
}
