import { meaningsWords as words } from './meanings-words.ts';
import css from './record.module.css';

/** Explains a record's terms next to it. */
export function Meanings() {
	return (
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
}
