import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { sendProblem } from './problems.ts';

describe('what nobody foresaw', () => {
	const logged = (error: unknown, readerIsGone: boolean): boolean => {
		const reply: Record<string, unknown> = { raw: { destroyed: readerIsGone } };
		for (const step of ['code', 'headers', 'header', 'type', 'serializer', 'send']) reply[step] = () => reply;
		const log = { error: vi.fn() };
		sendProblem(error, { log, routeOptions: { config: {} } } as unknown as FastifyRequest, reply as unknown as FastifyReply);
		return log.error.mock.calls.length > 0;
	};
	const cut = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

	it('is logged, but for readers who left while the answer was under way', () => {
		expect(logged(new Error('broken'), false)).toBe(true);
		expect(logged(new Error('broken'), true)).toBe(true);
		expect(logged(cut, false)).toBe(true);
		expect(logged(cut, true)).toBe(false);
	});
});
