import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { activeChoices, sameChoices } from '../../../entities/list-state/choices.ts';
import { type SettingsEntry, withSettings } from '../../../entities/list-state/settings.ts';
import { type ListState, withStrategy, withTab } from '../../../entities/list-state/state.ts';
import { extendBrowsingSession } from '../../../lib/browsing-session.ts';

/** Whether the list shows the settings restored from the previous visit; false once anything else is chosen. */
export function useRestored(state: ListState, kept: readonly SettingsEntry[]): boolean {
	const hasBrowsingSession = useRouteContext({ from: '__root__', select: (context) => context.hasBrowsingSession });
	const [first] = useState(() => {
		const plain = withStrategy(withTab(state, state.tab), state.strategy);
		const left = !hasBrowsingSession() && activeChoices(state).length > 0 && sameChoices(state, withSettings(plain, kept));
		return left ? state : undefined;
	});
	// Every list that is shown keeps the visit going.
	// biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever another list is shown.
	useEffect(extendBrowsingSession, [state]);
	return first !== undefined && sameChoices(first, state);
}
