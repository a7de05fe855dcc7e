import { paths } from '@sw/contract/paths';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { createApi } from '../../lib/api/client.ts';
import { settingsQuery } from './kept-settings.ts';
import { toSettingsEntry } from './settings.ts';
import { DEFAULT_STATE } from './state.ts';

const queries = { retry: false };

/** What the page learns about stored settings if the server answers like this. */
function reported(status: number, body: unknown): Promise<unknown> {
	return new QueryClient({ defaultOptions: { queries } }).fetchQuery(settingsQuery(createApi(paths, async () => ({ status, body }))));
}

it('takes no settings found for none, and any other error for one', async () => {
	expect(await reported(200, { settings: [toSettingsEntry(DEFAULT_STATE)] })).toEqual([toSettingsEntry(DEFAULT_STATE)]);
	expect(await reported(404, null)).toEqual([]);
	await expect(reported(503, null)).rejects.toBeInstanceOf(ApiError);
	const unreachable = createApi(paths, () => Promise.reject(new TypeError('no network')));
	await expect(new QueryClient({ defaultOptions: { queries } }).fetchQuery(settingsQuery(unreachable))).rejects.toThrow('no network');
});
