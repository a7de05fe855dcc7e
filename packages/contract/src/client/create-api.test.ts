import { describe, expect, it } from 'vitest';
import type { Paths } from '../paths.ts';
import { ApiError } from './api-error.ts';
import { buildUrl, createApi } from './create-api.ts';
import type { ApiReply, ApiRequest } from './transport.ts';

const routes = {
	signals: {
		landingSectorCharts: ['GET', '/api/landing/sector-charts'],
		landingSectorChart: ['GET', '/api/landing/sector-charts/{id}'],
	},
	operations: { secret: ['GET', '/api/secret'] },
} as unknown as Paths;

function answering(reply: ApiReply) {
	const requests: ApiRequest[] = [];
	const api = createApi(routes, async (request) => {
		requests.push(request);
		return reply;
	});
	return { api, asked: requests };
}

describe('the typed client', () => {
	it('fills paths and repeats lists', async () => {
		const { api, asked } = answering({ status: 200, body: { ticker: 'A' } });
		await api.signals.landingSectorChart({ params: { id: 7 }, query: { timeframes: ['fifteen_minutes', 'one_hour', 'four_hours'] } });
		expect(asked[0]).toEqual({
			method: 'GET',
			url: '/api/landing/sector-charts/7?timeframes=fifteen_minutes&timeframes=one_hour&timeframes=four_hours',
		});
	});

	it('knows calls that come later, and nothing else', async () => {
		const growing: Record<string, Record<string, readonly [string, string]>> = {};
		const api = createApi(growing as unknown as Paths, async ({ url }) => ({ status: 200, body: url }));
		expect(api.operations).toBeUndefined();
		growing['operations'] = { secret: ['GET', '/api/secret'] };
		expect(await api.operations.secret()).toBe('/api/secret');
		// What is waited for asks it for this.
		expect((api as unknown as { then: unknown }).then).toBeUndefined();
	});

	it('needs no argument where a call takes none', async () => {
		const { api, asked } = answering({ status: 200, body: { simulated: true } });
		expect(await api.operations.secret()).toEqual({ simulated: true });
		expect(asked[0]?.url).toBe('/api/secret');
	});

	it('rejects with the problem that the server stated', async () => {
		const body = { status: 404, title: 'Not Found', detail: 'No such ticker.', errors: [] };
		const { api } = answering({ status: 404, body, text: JSON.stringify(body), headers: new Headers({ 'retry-after': '60' }) });
		const error = await api.signals.landingSectorChart({ params: { id: 7 }, query: {} }).catch((e: unknown) => e);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({ status: 404, message: 'No such ticker.', problem: body, text: JSON.stringify(body), body });
		expect((error as ApiError).headers?.get('retry-after')).toBe('60');
	});

	it('rejects also when the error has no readable body', async () => {
		const { api } = answering({ status: 502, body: undefined, text: '<h1>Bad gateway</h1>' });
		await expect(api.operations.secret()).rejects.toMatchObject({
			status: 502,
			message: 'The server answered with status 502.',
			problem: undefined,
			body: undefined,
			text: '<h1>Bad gateway</h1>',
		});
	});

	it('rejects with a body that is no problem as it was parsed', async () => {
		const { api } = answering({ status: 418, body: ['short', 'stout'] });
		await expect(api.operations.secret()).rejects.toMatchObject({ status: 418, problem: undefined, body: ['short', 'stout'] });
	});

	it('encodes path parameters and omits undefined ones', () => {
		expect(buildUrl('/x/{id}', { params: { id: 'A/B C' }, query: { a: undefined, b: [], c: 0 } })).toBe('/x/A%2FB%20C?c=0');
	});

	it.each([
		['null in the path', { params: { id: null } }, 'The parameter id must be defined and cannot be null.'],
		['undefined in the path', { params: { id: undefined } }, 'The parameter id must be defined and cannot be null.'],
		['a path without its values', {}, 'The parameter id must be defined and cannot be null.'],
		['null in the query', { params: { id: 7 }, query: { filter: null } }, 'The parameter filter cannot be null.'],
		['null in a list', { params: { id: 7 }, query: { timeframes: ['day', null] } }, 'The parameter timeframes cannot be null.'],
	])('refuses %s before anything is sent', async (_, input, message) => {
		const { api, asked } = answering({ status: 200, body: {} });
		await expect(api.signals.landingSectorChart(input as never)).rejects.toThrow(new Error(message));
		expect(asked).toEqual([]);
	});
});
