import type { ReactNode, RefObject } from 'react';
import { buttonClass } from '../button.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import css from './sheet.module.css';

interface Props {
	sheet: RefObject<HTMLDialogElement | null>;
	title: string;
	children: ReactNode;
	onClose?: () => void;
}

/** A dialog at the right edge, full width on small screens: `sheet.current?.showModal()`. A click outside closes it. */
export function Sheet({ sheet, title, children, onClose }: Props) {
	return (
		<Dialog dialog={sheet} label={title} boxClass={css['sheet']} lightDismiss {...(onClose ? { onClose } : {})}>
			<div className={css['body']}>
				<header className={css['head']}>
					<h2 className={css['title']}>{title}</h2>
					<button type="button" className={buttonClass} onClick={() => sheet.current?.close()}>
						{words.close}
					</button>
				</header>
				{children}
			</div>
		</Dialog>
	);
}
