// The page starts here.
import { mount } from "svelte";
import App from "./App.svelte";
import "./style/tokens.css";
import "./style/base.css";

mount(App, { target: document.getElementById("app")! });
