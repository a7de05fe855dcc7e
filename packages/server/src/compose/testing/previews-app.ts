import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLES } from '@sw/domain/previews/testing/samples';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { openRecords } from '@sw/store/postgres/records';
import { previews as table } from '@sw/store/postgres/schema/outreach';
import { createTestDatabase } from '@sw/store/testing/databases';
import type {} from '@sw/store/testing/global-setup';
import { SLOW_CHECK_TIMING } from '@sw/store/testing/slow-machine-limits';
import { inject } from 'vitest';
import { type CallerKind, headersOf } from '../../areas/testing/callers.ts';
import { guardedApp } from '../../areas/testing/workspace-app.ts';
import { smallWorld } from '../../market/window/testing/fixture.ts';
import { openPreviews } from '../areas/previews.ts';

export const WALL_MS = Date.UTC(2026, 5, 30, 15, 45, 7, 900);
/** The wall clock's time as an HTTP date. */
export const WALL_DATE = 'Tue, 30 Jun 2026 15:45:07 GMT';
export const PNG = SAMPLES['image/png'];

export type Part = readonly [field: string, value: string | Blob, name?: string];

export function formOf(parts: readonly Part[]): FormData {
	const form = new FormData();
	for (const [field, value, name] of parts) {
		if (typeof value === 'string') form.append(field, value);
		else form.append(field, value, name);
	}
	return form;
}

export function blob(bytes: Uint8Array, type: string): Blob {
	return new Blob([new Uint8Array(bytes)], { type });
}

/** Width and height of a PNG. */
export function sizeOf(png: Uint8Array): number[] {
	return [16, 20].map((at) => new DataView(new Uint8Array(png).buffer).getUint32(at));
}

/** The status and the names of the invalid fields. */
export function fieldsOf({ status, body }: { status: number; body?: { errors: { field: string }[] } }) {
	return [status, body?.errors.map(({ field }) => field)];
}

/** The calls of previews over a real connection, with real records and a small market. */
export async function previewsApp() {
	const database = await createTestDatabase(inject('databaseUrl'));
	const records = openRecords(database.url, undefined, SLOW_CHECK_TIMING.timeoutMs);
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-previews-'));
	const clock = { wall: WALL_MS };
	const acts: string[] = [];
	const world = smallWorld();
	const open = (isPublic: boolean) =>
		openPreviews({
			...world,
			source: { ...world.source, isPublic },
			parameters: PARAMETERS_V1,
			config: { folder, origin: 'http://Signals.example/' },
			stores: { records },
			wall: { now: () => clock.wall },
			audit: async (_caller, act) => void acts.push(act),
		});
	const publicPreviews = open(true);
	const app = await guardedApp([publicPreviews.area]);
	const hiddenApp = await guardedApp([open(false).area]);
	await app.listen({ port: 0, host: '127.0.0.1' });
	const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

	const ask = async (path: string, init: RequestInit = {}, kind: CallerKind = 'visitor') => {
		const headers = { ...headersOf(kind), ...(init.headers as Record<string, string> | undefined) };
		const answer = await fetch(`${origin}/api/preview${path}`, { ...init, headers });
		const bytes = new Uint8Array(await answer.arrayBuffer());
		const isJson = answer.headers.get('content-type')?.includes('json');
		const body = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
		return { status: answer.status, words: answer.statusText, headers: answer.headers, bytes, body };
	};
	return {
		ask,
		/** Uploads a file by the form, as an administrator. */
		upload: (query = '', bytes: Uint8Array = PNG, type = 'image/png') =>
			ask(query, { method: 'POST', body: formOf([['file', blob(bytes, type), 'a.png']]) }, 'admin'),
		put: (id: string, body: unknown, type = 'application/json') =>
			ask(`/${id}`, { method: 'PUT', body: JSON.stringify(body), headers: { 'content-type': type } }, 'admin'),
		list: async () => (await ask('', {}, 'admin')).body,
		/** Reads a picture from a product that may not show public quotes. */
		hiddenFile: async (query: string): Promise<Buffer> => (await hiddenApp.inject(`/api/preview/file${query}`)).rawPayload,
		/** Names of the stored files. */
		files: (): string[] => {
			try {
				return readdirSync(join(folder, 'previews'));
			} catch {
				return [];
			}
		},
		sweep: publicPreviews.sweep,
		acts,
		clock,
		folder,
		forgetRecords: () => records.db.delete(table),
		forgetFiles: () => rmSync(join(folder, 'previews'), { recursive: true, force: true }),
		close: async () => {
			await app.close();
			await hiddenApp.close();
			await records.close();
			await database.drop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
