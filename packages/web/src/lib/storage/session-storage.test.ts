import { afterEach, describe, expect, it, vi } from 'vitest';
import { oncePerSession } from './session-storage.ts';

function isNumber(value: unknown): value is number {
	return typeof value === 'number';
}

function storage(kept: Map<string, string>) {
	return {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
	};
}

afterEach(() => vi.unstubAllGlobals());

describe('what is fetched once a browser session', () => {
	it('is kept under its key, and fetched again where something else stands there', async () => {
		const kept = new Map([['parametersSearchSignal', '"not a number"']]);
		vi.stubGlobal('sessionStorage', storage(kept));
		const fetch = vi.fn(async () => 7);
		expect(await oncePerSession('parametersSearchSignal', fetch, isNumber)).toBe(7);
		expect(await oncePerSession('parametersSearchSignal', fetch, isNumber)).toBe(7);
		expect(fetch).toHaveBeenCalledTimes(1);
		expect(kept.get('parametersSearchSignal')).toBe('7');
	});

	it('is fetched each time where nothing can be kept', async () => {
		vi.stubGlobal('sessionStorage', undefined);
		const fetch = vi.fn(async () => 7);
		expect(await oncePerSession('weightSettings', fetch, isNumber)).toBe(7);
		expect(await oncePerSession('weightSettings', fetch, isNumber)).toBe(7);
		expect(fetch).toHaveBeenCalledTimes(2);
	});
});
