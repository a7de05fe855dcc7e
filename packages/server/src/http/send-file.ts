import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '../areas/file-answer.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { evaluateConditions } from './conditional-requests.ts';

/** Answers with a file, a part of it, or 304. */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
	const { request } = reply;
	const { etag, modified, size } = file;
	const verdict = evaluateConditions(request, file);
	const always = { ...file.headers, etag, 'last-modified': new Date(modified).toUTCString(), 'accept-ranges': 'bytes' };
	if (verdict.status === 412) throw new Problem('precondition_failed', { headers: { etag } });
	if (verdict.status === 416)
		throw new Problem('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' } });
	reply.headers(always);
	if (verdict.status === 304) return reply.code(304).send();
	const [first, last] = verdict.status === 206 ? [verdict.first, verdict.last] : [0, size - 1];
	reply.type(file.type).header('content-length', last - first + 1);
	if (verdict.status === 206) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
	// A stream, so that Fastify does not overwrite the file's length.
	if (request.method === 'HEAD') return reply.send(Readable.from([]));
	return reply.send(await bytesOf(file, first, last));
}

/** The bytes from the first to the last. Throws not_found without the path where the file is gone. */
async function bytesOf({ content }: FileAnswer, first: number, last: number): Promise<Buffer | Readable> {
	if (Buffer.isBuffer(content)) return content.subarray(first, last + 1);
	const file = await open(content.path).catch((error: NodeJS.ErrnoException) => {
		throw error.code === 'ENOENT' ? notFound() : error;
	});
	return file.createReadStream({ start: first, end: last });
}
