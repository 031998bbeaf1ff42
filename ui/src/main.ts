import { mount } from "svelte";
import App from "./App.svelte";
import "./tokens.css";
import "./base.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
mount(App, { target });
