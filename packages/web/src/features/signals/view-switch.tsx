import { LIST_VIEWS } from '@sw/domain/reports/list-columns';
import type { ReactNode } from 'react';
import { withLayout } from '../../entities/list-state/layout.ts';
import { type ListHome, listLink } from '../../entities/list-state/link.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { viewWords as words } from './desk-words.ts';
import css from './view-switch.module.css';

interface Props {
	home: ListHome;
	state: ListState;
	remember: (state: ListState) => void;
	/** The active choices, shown before it. */
	children: ReactNode;
}

/** The row of choices, with the switch between cards and table at its end. */
export const ViewSwitch = ({ home, state, remember, children }: Props) => (
	<div className={css['row']}>
		{children}
		<div className={css['switch']}>
			<Segmented
				label={words.label}
				segments={LIST_VIEWS.map((view) => {
					const next = view === state.view ? state : withLayout(state, { view });
					return { key: view, label: words[view], active: view === state.view, link: listLink(home, next), choose: () => remember(next) };
				})}
			/>
		</div>
	</div>
);
