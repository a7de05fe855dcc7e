import { expect, it } from 'vitest';
import { withErrorDates } from './error-dates.ts';

const detail = 'The exchange was closed on 2026-06-28.';

it('writes the dates of errors as screens do, and those of answers as they are', async () => {
	const ask = (status: number, body: unknown) => withErrorDates(async () => ({ status, body }))({ method: 'GET', url: '/api/x' });
	expect(await ask(400, { detail })).toEqual({ status: 400, body: { detail: 'The exchange was closed on 06/28/2026.' } });
	expect(await ask(200, { detail })).toEqual({ status: 200, body: { detail } });
	expect(await ask(404, { detail: 'No such ticker' })).toEqual({ status: 404, body: { detail: 'No such ticker' } });
	expect(await ask(503, undefined)).toEqual({ status: 503, body: undefined });
});
