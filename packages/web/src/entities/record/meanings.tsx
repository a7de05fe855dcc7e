import { meaningsWords as words } from './meanings-words.ts';
import css from './record.module.css';

/** Explains the terms of a record next to it. */
export const Meanings = () => (
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
);
