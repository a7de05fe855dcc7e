import { buttonClass } from '../../ui/button.ts';
import css from './keys-dialog.module.css';
import { keysWords as words } from './keys-words.ts';

export function KeysList() {
	return (
		<>
			<dl className={css['keys']}>
				{words.list.map(([key, meaning]) => (
					<div key={key} className={css['row']}>
						<dt>
							<kbd>{key}</kbd>
						</dt>
						<dd>{meaning}</dd>
					</div>
				))}
			</dl>
			<form method="dialog">
				<button type="submit" className={buttonClass}>
					{words.close}
				</button>
			</form>
		</>
	);
}
