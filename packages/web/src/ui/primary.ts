import { buttonClass } from './button.ts';
import css from './primary.module.css';

/** Class of the one button of a screen that is its next step. */
export const primaryClass = `${buttonClass} ${css['primary']}`;
