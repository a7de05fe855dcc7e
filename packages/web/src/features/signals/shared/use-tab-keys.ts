import { TABS, type Tab } from '@sw/domain/signals/sector';
import { useEffect } from 'react';
import { isTyping } from '../../../lib/typing.ts';

/** The keys 1 to 4 open the tabs, whether their list is loaded, empty or failed. Undefined on pages without a tab. */
export function useTabKeys(openTab: ((tab: Tab) => void) | undefined): void {
	useEffect(() => {
		if (!openTab) return undefined;
		const onKey = (event: KeyboardEvent): void => {
			const tab = TABS[Number(event.key) - 1];
			if (tab && !isTyping(event)) openTab(tab.name);
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [openTab]);
}
