import { useEffect, useRef } from 'react';
import { isTyping } from '../../lib/typing.ts';
import { buttonClass } from '../../ui/button.ts';
import css from './keys-dialog.module.css';
import { words } from './words.ts';

/** The list of keys, opened by '?'. */
export const KeysDialog = () => {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const onKey = (event: KeyboardEvent): void => {
			if (event.key === '?' && !isTyping(event)) dialog.current?.showModal();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, []);
	return (
		<dialog ref={dialog} className={css['dialog']} aria-labelledby="keys-title">
			<h2 id="keys-title" className={css['title']}>
				{words.keys}
			</h2>
			<dl className={css['keys']}>
				{words.keyList.map(([key, meaning]) => (
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
					{words.keysClose}
				</button>
			</form>
		</dialog>
	);
};
