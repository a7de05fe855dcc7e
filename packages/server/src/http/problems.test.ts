import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { createProblemSender } from './problems.ts';

describe('an unexpected error', () => {
	const logged = (error: unknown, readerIsGone: boolean): boolean => {
		const reply: Record<string, unknown> = { raw: { destroyed: readerIsGone } };
		for (const step of ['code', 'headers', 'header', 'type', 'serializer', 'send']) reply[step] = () => reply;
		const log = { error: vi.fn() };
		createProblemSender({ isOutage: () => false, isStopping: () => false })(
			error,
			{ log, routeOptions: { config: {} } } as unknown as FastifyRequest,
			reply as unknown as FastifyReply,
		);
		return log.error.mock.calls.length > 0;
	};
	const cut = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

	it('is logged, but for readers who left while the answer was under way', () => {
		expect(logged(new Error('broken'), false)).toBe(true);
		expect(logged(new Error('broken'), true)).toBe(true);
		expect(logged(cut, false)).toBe(true);
		expect(logged(cut, true)).toBe(false);
	});

	it('is a part that is away, or a process that stops: 503 with Retry-After, and no error in the log', () => {
		const sent: Record<string, unknown>[] = [];
		const log = { error: vi.fn() };
		const notify = (circumstances: Parameters<typeof createProblemSender>[0]): number => {
			const reply: Record<string, unknown> = { raw: { destroyed: false } };
			const results: Record<string, unknown> = {};
			for (const step of ['code', 'headers', 'header', 'type', 'serializer', 'send'])
				reply[step] = (value: unknown) => {
					results[step] = value;
					return reply;
				};
			const request = { log, routeOptions: { config: {} } } as unknown as FastifyRequest;
			createProblemSender(circumstances)(new Error('connection terminated'), request, reply as unknown as FastifyReply);
			sent.push(results);
			return results['code'] as number;
		};
		expect(notify({ isOutage: () => true, isStopping: () => false })).toBe(503);
		expect(notify({ isOutage: () => false, isStopping: () => true })).toBe(503);
		for (const { send } of sent) expect(JSON.parse(String(send))).toMatchObject({ status: 503, title: 'Service Unavailable' });
		expect(sent.map(({ headers }) => headers)).toEqual([{ 'retry-after': '2' }, { 'retry-after': '2' }]);
		expect(log.error).not.toHaveBeenCalled();
		expect(notify({ isOutage: () => false, isStopping: () => false })).toBe(500);
		expect(log.error).toHaveBeenCalledOnce();
	});
});
