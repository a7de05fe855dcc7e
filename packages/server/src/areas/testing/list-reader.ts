import { rankedList } from '@sw/contract/base/list-schemas';
import { isoSeconds } from '@sw/domain/time/format';
import { expect } from 'vitest';
import { createDirectory } from '../../market/window/directory.ts';
import { tickers } from '../../market/window/testing/fixture.ts';
import { workspaceApp } from './workspace-app.ts';
import { Workspace, workspaceWorld } from './workspace-world.ts';

export const LIST_PATH = '/api/sector-charts';

/** An app with five stocks, read by its ranked lists; `arrange` prepares the reader's filters, favourites and frozen tickers. */
export async function listReader(arrange: (workspace: Workspace) => void = () => {}) {
	const workspace = new Workspace();
	arrange(workspace);
	const world = workspaceWorld(workspace);
	const { get, close } = await workspaceApp({ ...world, directory: ALL_STOCKS });
	const list = async (query = '', kind: Parameters<typeof get>[1] = 'pro') => {
		const { status, body } = await get(`${LIST_PATH}${query}`, kind);
		expect([status, body.errors]).toEqual([200, undefined]);
		return rankedList.parse(body);
	};
	const symbols = async (query = '') => (await list(query)).items.map((item) => item.ticker);
	return { workspace, reports: world.reports, get, list, symbols, [Symbol.asyncDispose]: () => close().then(() => undefined) };
}

/** Returns the path, below LIST_PATH, of the report published at `time` (milliseconds). */
export function historyPath(time: number, query = ''): string {
	return `/history?date=${isoSeconds(time)}${query}`;
}

const ALL_STOCKS = createDirectory(tickers.map((ticker) => ({ ...ticker, type: 'stocks' })));
