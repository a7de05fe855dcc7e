import { parameterCalls } from '@sw/contract/parameters';
import { sectorChartCalls } from '@sw/contract/sector-charts';
import { createApp } from '../../http/app.ts';
import { HTTP_DEFAULTS } from '../../http/config.ts';
import { type Implementation, implement } from '../handlers.ts';
import { deskHandlers } from '../signals/desk/desk-handlers.ts';
import { parameterHandlers } from '../signals/parameters.ts';
import type { DeskParts } from '../signals/ports.ts';
import { as, type CallerKind, testGuard } from './callers.ts';
import { deskWorld } from './desk-world.ts';

/** An app with the given calls for callers named by headers, without listening. */
export const guardedApp = (areas: readonly Implementation[]) =>
	createApp({
		config: { ...HTTP_DEFAULTS, origin: 'http://localhost:8080', callsPerMinute: 100_000 },
		version: 'test',
		guard: testGuard,
		areas,
	});

/** The calls of the signals area for signed-in users, on in-memory data. */
export const deskApp = async (parts: DeskParts = deskWorld()) => {
	const app = await guardedApp([
		implement(sectorChartCalls, deskHandlers(parts)),
		implement(parameterCalls, parameterHandlers({ inForce: () => parts.parameters })),
	]);
	return {
		app,
		get: async (url: string, kind: CallerKind = 'pro', headers: Record<string, string> = {}) => {
			const answer = await app.inject({ url, headers: { ...as(kind), ...headers } });
			const json = String(answer.headers['content-type']).includes('json');
			return { status: answer.statusCode, body: json ? answer.json() : answer.body, headers: answer.headers, bytes: answer.rawPayload };
		},
		close: () => app.close(),
	};
};
