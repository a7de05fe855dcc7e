import type { Tab } from '@sw/domain/signals/sector';

/** Scope of a freeze: the open filter, every list of the tab, or everywhere. */
export const SCOPES = ['filter', 'tab', 'all'] as const;
export type ScopeName = (typeof SCOPES)[number];

/** The list from which tickers are frozen. Favourites have no tab, so tickers frozen there are frozen everywhere. */
export interface FreezeContext {
	tab: Tab | undefined;
	filter: number | undefined;
}

/** Returns the scopes available in a list, narrowest first. */
export function availableScopes({ tab, filter }: FreezeContext): ScopeName[] {
	return SCOPES.filter((scope) => (scope === 'filter' ? filter !== undefined : scope === 'tab' ? tab !== undefined : true));
}

/** Returns the narrowest available scope, which a single key or button uses. */
export function narrowestScope(context: FreezeContext): ScopeName {
	return availableScopes(context)[0] ?? 'all';
}

/** A scope as call parameters: for freezing in it, and for unfreezing only in it. */
export interface ScopeParameters {
	freeze: { filter?: number[]; tab?: Tab };
	thaw: { filter?: number; tab?: Tab; scope?: 'all' };
}

export function scopeParameters(scope: ScopeName, { tab, filter }: FreezeContext): ScopeParameters {
	if (scope === 'filter' && filter !== undefined) return { freeze: { filter: [filter] }, thaw: { filter } };
	if (scope === 'tab' && tab !== undefined) return { freeze: { tab }, thaw: { tab } };
	return { freeze: {}, thaw: { scope: 'all' } };
}
