import { offerAction } from './snack.ts';
import { snackList } from './snack-list.ts';

const ID = 'update';
/** Display time of the offer. */
const UPDATE_MS = 30_000;

/** Offers newer data for the open page, one offer at a time. */
export const updateSnack = {
	show: (title: string, message: string, label: string, take: () => void): void =>
		offerAction({ id: ID, title, message, label, act: take, lasts: UPDATE_MS }),
	/** It is out of date, or was accepted elsewhere. */
	hide: (): void => snackList.hide(ID),
};
