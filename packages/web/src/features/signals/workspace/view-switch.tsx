import { LIST_VIEWS } from '@sw/domain/reports/list/list-columns';
import { withLayout } from '../../../entities/list-state/layout.ts';
import { type ListHome, listLink } from '../../../entities/list-state/link.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { viewWords as words } from '../shared/workspace-words.ts';

interface Props {
	home: ListHome;
	state: ListState;
	remember: (state: ListState) => void;
}

/** The switch between cards and table. */
export function ViewSwitch({ home, state, remember }: Props) {
	return (
		<Segmented
			label={words.label}
			segments={LIST_VIEWS.map((view) => {
				const next = view === state.view ? state : withLayout(state, { view });
				return { key: view, label: words[view], active: view === state.view, link: listLink(home, next), choose: () => remember(next) };
			})}
		/>
	);
}
