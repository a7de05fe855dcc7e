import { useEffect, useRef } from 'react';
import { isTyping } from '../../lib/typing.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialog.tsx';
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
		<Dialog dialog={dialog} title={words.keys} size="narrow">
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
		</Dialog>
	);
};
