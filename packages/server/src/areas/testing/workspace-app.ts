import { parameterCalls } from '@sw/contract/signals/parameters';
import { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import { createApp } from '../../http/app.ts';
import { HTTP_DEFAULTS } from '../../http/config.ts';
import { type Implementation, implement } from '../handlers.ts';
import { createParameterHandlers } from '../signals/parameters.ts';
import type { WorkspaceParts } from '../signals/ports.ts';
import { createWorkspaceHandlers } from '../signals/workspace/workspace-handlers.ts';
import { type CallerKind, headersOf, testGuard } from './callers.ts';
import { workspaceWorld } from './workspace-world.ts';

/** An app with the given calls for callers named by headers, without listening. */
export function guardedApp(areas: readonly Implementation[]) {
	return createApp({
		config: { ...HTTP_DEFAULTS, origin: 'http://localhost:8080', callsPerMinute: 100_000 },
		version: 'test',
		guard: testGuard,
		areas,
	});
}

/** The calls of the signals area for signed-in users, on in-memory data. */
export async function workspaceApp(parts: WorkspaceParts = workspaceWorld()) {
	const app = await guardedApp([
		implement(sectorChartCalls, createWorkspaceHandlers(parts)),
		implement(parameterCalls, createParameterHandlers({ currentParameters: () => parts.parameters })),
	]);
	return {
		app,
		get: async (url: string, kind: CallerKind = 'pro', headers: Record<string, string> = {}) => {
			const answer = await app.inject({ url, headers: { ...headersOf(kind), ...headers } });
			const json = String(answer.headers['content-type']).includes('json');
			return { status: answer.statusCode, body: json ? answer.json() : answer.body, headers: answer.headers, bytes: answer.rawPayload };
		},
		close: () => app.close(),
	};
}
