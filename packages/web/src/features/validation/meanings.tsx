import type { Tab } from '@sw/domain/signals/sector';
import { hitSentence } from '../../entities/readings/hit.ts';
import panel from '../../ui/panel.module.css';
import css from './validation.module.css';
import { validationWords as words } from './words.ts';

/** What the words of a record mean, where they stand. */
export const Meanings = ({ tab }: { tab: Tab }) => (
	<>
		<p className={panel['note']}>{hitSentence(tab)}</p>
		<details className={css['meanings']}>
			<summary>{words.meaningsTitle}</summary>
			<dl>
				{words.meanings.map(([term, meaning]) => (
					<div key={term}>
						<dt>{term}</dt>
						<dd>{meaning}</dd>
					</div>
				))}
			</dl>
		</details>
	</>
);
