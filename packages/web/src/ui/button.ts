import css from './button.module.css';

/** Class of everything that looks like a button, be it a button or a link. */
export const buttonClass = css['button'] ?? '';
