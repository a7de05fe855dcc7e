/** The styles of a page of words, which stand in the page itself. */
import information from './information.module.css?inline';

export const informationStyles: string = information;
