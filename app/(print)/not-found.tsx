export { default } from '../(portal)/not-found';
