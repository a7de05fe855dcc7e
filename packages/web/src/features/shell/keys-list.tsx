import { useRef } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import css from './keys-dialog.module.css';
import { keysWords as words } from './keys-words.ts';

/** Shows the keyboard shortcuts in a dialog, open while rendered. */
export function KeysList({ close }: { close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	return (
		<Dialog dialog={dialog} title={words.title} size="narrow" opensOnMount onClose={close}>
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
		</Dialog>
	);
}
