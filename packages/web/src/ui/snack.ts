import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { inField } from '../lib/typing.ts';
import { buttonClass } from './button.ts';

/** How long a snackbar stands, and how many may stand at once; further ones wait. */
export const SNACK_MS = 5_000;
export const SNACKS = 4;
/** How long something can be taken back. */
export const UNDO_MS = 10_000;
/** How long the offer of newer data for what is being read stands. */
export const UPDATE_MS = 30_000;

const closeButtonProps = { 'aria-label': 'Close' };

interface Offer {
	id: string;
	title: string;
	message: string;
	/** On the button. */
	label: string;
	act: () => void;
	autoClose: number;
	/** Whether Ctrl+Z does the same: ten seconds are short for whoever must first walk to the button. */
	undoes?: boolean;
}

/** A snackbar with a button. The newest of an id replaces the one before. */
const withButton = ({ id, title, message, label, act, autoClose, undoes = false }: Offer): void => {
	notifications.hide(id);
	const onClick = (): void => {
		notifications.hide(id);
		act();
	};
	const onKey = (event: KeyboardEvent): void => {
		if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || inField(event)) return;
		event.preventDefault();
		onClick();
	};
	if (undoes) document.addEventListener('keydown', onKey);
	const onClose = (): void => document.removeEventListener('keydown', onKey);
	const button = createElement('button', { type: 'button', className: buttonClass, onClick }, label);
	const body = createElement('span', { className: 'snack-undo' }, message, button);
	notifications.show({ id, title, message: body, autoClose, onClose, withBorder: true, closeButtonProps });
};

/** Snackbars at the bottom right. The same words never stand twice. */
export const snack = {
	info(title: string, message: string): void {
		notifications.show({ id: `${title}: ${message}`, title, message, withBorder: true, closeButtonProps });
	},
	warning(title: string, message: string): void {
		notifications.show({ id: `${title}: ${message}`, title, message, color: 'yellow', withBorder: true, role: 'alert', closeButtonProps });
	},
	error(title: string, message: string): void {
		notifications.show({ id: `${title}: ${message}`, title, message, color: 'red', withBorder: true, role: 'alert', closeButtonProps });
	},
	/** Something was done that can be taken back while the snackbar stands. The newest of a kind replaces the one before. */
	undo(title: string, message: string, label: string, back: () => void): void {
		withButton({ id: `${title} undo`, title, message, label, act: back, autoClose: UNDO_MS, undoes: true });
	},
	/** Newer data of the ticker that is being read. */
	update(title: string, message: string, label: string, take: () => void): void {
		withButton({ id: 'update', title, message, label, act: take, autoClose: UPDATE_MS });
	},
	/** The offer is out of date, or was taken elsewhere. */
	updated(): void {
		notifications.hide('update');
	},
};
